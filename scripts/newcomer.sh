#!/bin/sh
# Ten commands of a newcomer, in a folder with samples/ in it: a film, an animation, handwriting, a picture, a terminal's recording, a program,
# a storyboard, sound, a check, a conversion. Tests of packages run these lines.
set -eux
capture --fps 10 --seconds 3 --size 360p -o flake.mp4
capture zoom --fps 30 --seconds 2 --size 360p -o zoom.webm
capture trace --letters Aä --hand child --size 360p -o letters.gif
capture still --at 12.5 --size 360p -o still.png
capture samples/terminal/garden.cast --to 3 -o terminal.webp
capture terminal -o shell.mp4 -- sh -c 'echo hello'
capture samples/storyboards/demo.yaml --set film.size=360p --to 4 -o story.mov
capture fixture --frames 30 --audio beep -o clip.mp4
capture verify clip.mp4 --manifest clip.json
capture clip.mp4 -o clip.gif
