// Weather reports: one of the two styles that sample fine-tunes teach.
import type { Random } from '#lib/random.ts';
import { fill } from './template.ts';
import { DAYS } from './words.ts';

const TOWNS =
  'Eastbrook Ferndale Graymouth Highcliff Larkhill Moorgate Oakhaven Sandwick Thornbury Windmere'.split(' ');
const WINDS = 'north south east west northeast northwest southeast southwest'.split(' ');

/** A report of about fifty words with temperatures, wind and chance of rain. */
export function writeWeatherReport(random: Random): string {
  const high = random.below(31);
  const rain = random.below(11) * 10;
  const advice =
    rain >= 70
      ? '[Do not forget your umbrella.|Keep your boots ready.|A good day for a book.]'
      : high <= 5
        ? '[Put on a warm coat.|Roads may be icy.]'
        : '[A fine day for a walk.|Open the windows.|Hang out the washing.]';
  const words = {
    town: random.pick(TOWNS),
    day: random.pick(DAYS),
    sky: random.pick(['sunny', 'cloudy', 'partly cloudy', 'rainy', 'foggy', 'stormy', 'clear']),
    high: String(high),
    low: String(high - 3 - random.below(8)),
    wind: random.pick(WINDS),
    speed: String(5 + random.below(55)),
    rain: String(rain),
    next: random.pick(['warmer', 'colder', 'drier', 'wetter', 'much the same']),
  };
  return fill(
    `Weather report for {town}, {day}.\nIt will be {sky}, with a high of {high} degrees and a low of {low} degrees. The wind blows from the {wind} at {speed} kilometres an hour. The chance of rain is {rain} percent. ${advice} Tomorrow will be {next}.`,
    words,
    random,
  );
}
