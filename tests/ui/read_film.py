# Reads a film by Pillow, which wrote none of them: its pictures become FOLDER/0.png, 1.png ...; prints how often it is
# shown (0: for ever), then the milliseconds of each picture.
import sys

from PIL import Image

film = Image.open(sys.argv[1])
times = []
for number in range(film.n_frames):
    film.seek(number)
    film.convert("RGB").save(f"{sys.argv[2]}/{number}.png")
    times.append(film.info["duration"])
print(film.info["loop"], *times)
