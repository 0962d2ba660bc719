/*
 * Measures how the time of work grows with the length of its text. Wall-clock time finds suspicious cases. The processor
 * time of this thread, which other programs don't affect, then decides.
 */

/** From n to 4n characters, linear work takes 4 times as long and quadratic work 16 times. */
const maxGrowth = 8;
/** Shorter times, in milliseconds, are noise. */
const noise = 2;
/** No linear work takes this long, so a longer text isn't tried. */
const tooLong = 100;
/** The first lengths are short, so that fast-growing work is found before it takes hours. */
const lengths = [25, 100, 400, 1600, 6400, 25_600];
/**
 * Work with the square of 6,400 characters takes longer than this, in milliseconds, so a longer text would show nothing new.
 */
const quick = 0.2;

type Work = () => unknown;

async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
async function bestOfThree(work: Work): Promise<number> {
  let best = await timeOf(work);
  for (let count = 1; count < 3 && best > noise; count += 1) best = Math.min(best, await timeOf(work));
  return best;
}

/** The operating system measures processor time in steps of several milliseconds. */
const measured = 50_000;
async function processorTime(work: Work): Promise<number> {
  const start = process.threadCpuUsage();
  for (let count = 1; ; count += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(start);
    if (user + system > measured) return (user + system) / count / 1000;
  }
}

/** How the time of work grows, if it grows faster than its text; undefined otherwise. */
export async function fastGrowth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
): Promise<string | undefined> {
  let before = Number.POSITIVE_INFINITY;
  for (const length of lengths) {
    const text = textOf(length);
    const time = await bestOfThree(() => work(text));
    if (time > noise && time > maxGrowth * before) {
      const found = await growthAt(work, textOf, length);
      if (found) return found;
    }
    if (length === 6400 && time < quick) return undefined;
    before = time;
  }
  return undefined;
}

/** The garbage collector can cause a single step of growth; the next step then shows none. */
async function growthAt(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
): Promise<string | undefined> {
  const measure = (characters: number) => {
    const text = textOf(characters);
    return processorTime(() => work(text));
  };
  const [short, long] = [await measure(length / 4), await measure(length)];
  if (long <= maxGrowth * short) return undefined;
  if (long < tooLong && (await measure(length * 4)) <= maxGrowth * long) return undefined;
  return `${length / 4} characters take ${short.toFixed(2)} ms, ${length} characters ${long.toFixed(2)} ms`;
}

/** How work grows with the slowest of some texts, if it grows faster than the text. */
export async function slowest(
  work: (text: string) => unknown,
  shapes: ReadonlyMap<string, (length: number) => string>,
): Promise<string | undefined> {
  for (const [name, shape] of shapes) {
    const growth = await fastGrowth(work, shape);
    if (growth) return `${name}: ${growth}`;
  }
  return undefined;
}
