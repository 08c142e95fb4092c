.global pulse
