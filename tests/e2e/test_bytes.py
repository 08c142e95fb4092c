"""Firmware is PlatformIO's, byte for byte.

The digests are of the .hex files that PlatformIO 6.2.0 (platform atmelavr 5.2.0) made of these projects with the very packages
named in VERSIONS: Debian's compiler and C library as toolchain-atmelavr, Debian's core (with the DECIMAL_DIG fix-up of
boards/atmelavr.yaml) as framework-arduino-avr.
"""
import hashlib
import subprocess

import pytest
from conftest import UNO

VERSIONS = {
    "gcc-avr": "1:5.4.0+Atmel3.6.2-3",
    "binutils-avr": "2.26.20160125+Atmel3.6.2-4",
    "avr-libc": "1:2.0.0+Atmel3.6.2-3",
    "arduino-core-avr": "1.8.7+dfsg-1~deb12u1",
}

SOURCES = {
    "blink": {"main.cpp": """#include <Arduino.h>
void setup() { pinMode(LED_BUILTIN, OUTPUT); }
void loop() { digitalWrite(LED_BUILTIN, HIGH); delay(500); digitalWrite(LED_BUILTIN, LOW); delay(500); }
"""},
    "hello": {"main.cpp": """#include <Arduino.h>
void setup() { Serial.begin(9600); Serial.println("hello"); }
void loop() { Serial.print("tick "); Serial.println(millis()); delay(1000); }
"""},
    "tabs": {"three.ino": """#include <SPI.h>
#include <Wire.h>
#include <EEPROM.h>

struct Sample { int value; };

void setup() {
  Serial.begin(9600);
  SPI.begin();
  Wire.begin();
  store(42);
  show(load());
}

void loop() {
  transfer(0x55);
  delay(100);
}
""", "bus.ino": """byte transfer(byte b) {
  SPI.beginTransaction(SPISettings(1000000, MSBFIRST, SPI_MODE0));
  byte r = SPI.transfer(b);
  SPI.endTransaction();
  Wire.beginTransmission(0x20);
  Wire.write(r);
  Wire.endTransmission();
  return r;
}
""", "memory.ino": """void store(int v) { EEPROM.put(0, v); }
int load() { int v; EEPROM.get(0, v); return v; }
void show(int v) { Serial.println(v); }
"""},
}

DIGESTS = {
    ("uno", "blink"): "e8ad4993b9db45cf23002147605613fd9e20d7a660bbb4b2baa9aa11ce7a9ed6",
    ("uno", "hello"): "652396fad4b5032eb17bccf53da50453ac55f95c3aab94af6c0be8572cf9dfea",
    ("uno", "tabs"): "20740e5c7f4a30ef7a3fb6842577628b38ea268f023ab6c1c96372ea4f006b47",
    ("leonardo", "blink"): "034ddf7e740fcdd61cdbc53c8c9f273135dc96c4ef40197a8c83220539cdaf1c",
    ("leonardo", "hello"): "a2f615e1d6d43c42f6b1f7ad2e3377ab525f846345f0014687c434f5a7992b19",
    ("leonardo", "tabs"): "5ece7939c81f28bf00a39e9dde01b2e2d79ba7dd3a937e1f00202535b09dbd5e",
    ("megaatmega2560", "blink"): "5ff7b59a9f7d25adc4625e4211cddca348ffd8ab654a68cf080e6c2840d9b80e",
    ("megaatmega2560", "hello"): "99f19ea15ac74c381c1a616253232a5f2d8214a6ca0153a024e695c16195716b",
    ("megaatmega2560", "tabs"): "0143b0e1e4f604f8656705cd8031174bb3980a1cb105724ff2ca626dea9ae120",
}


def candidate(package):
    policy = subprocess.run(["apt-cache", "policy", package], capture_output=True, text=True).stdout
    return next((line.split()[1] for line in policy.splitlines() if "Candidate:" in line), "none")


@pytest.fixture(scope="module")
def same_packages():
    """The digests hold for these versions alone."""
    for package, version in VERSIONS.items():
        if candidate(package) != version:
            pytest.skip(f"the digests are of {package} {version}, this machine has {candidate(package)}")


@pytest.mark.parametrize("board,name", DIGESTS)
def test_firmware_is_the_same(project, same_packages, board, name):
    project.write("platformio.ini", UNO.replace("uno", board))
    for file, text in SOURCES[name].items():
        project.write(f"src/{file}", text)
    project.build()
    assert hashlib.sha256(project.hex(board)).hexdigest() == DIGESTS[board, name]
