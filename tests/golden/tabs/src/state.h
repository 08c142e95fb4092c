#pragma once
extern int count;
