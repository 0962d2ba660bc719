import type { BlockName } from '@aisle/contract/overview/dashboard';

const soonMs = 250;
/** Requests take at most this share of the time, so that the dashboards of a busy shop don't overload the server. */
const shareOfTime = 1 / 20;
const longestPauseMs = 10_000;

interface Gathering {
  add(names: readonly BlockName[]): void;
  stop(): void;
}

/** Batches refetches of changed blocks: soon after a change, several blocks at once, and one request at a time. */
export function gatherBlocks(
  ask: (names: readonly BlockName[]) => Promise<unknown>,
  whenReady: () => Promise<void> = async () => {},
): Gathering {
  const waiting = new Set<BlockName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = soonMs;
  let isAsking = false;
  const plan = () => {
    if (waiting.size > 0 && !isAsking) timer ??= setTimeout(() => void run(), pauseMs);
  };
  const run = async () => {
    isAsking = true;
    await whenReady();
    const names = [...waiting];
    waiting.clear();
    const began = performance.now();
    if (names.length > 0) await ask(names);
    pauseMs = Math.min(longestPauseMs, Math.max(soonMs, (performance.now() - began) / shareOfTime));
    isAsking = false;
    timer = undefined;
    plan();
  };
  return {
    add: (names) => {
      for (const name of names) waiting.add(name);
      plan();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
