/**
 * The longest that this thread works without letting anything else run, in milliseconds of processor time: other programs
 * of a busy machine don't count. Garbage that other tests left is collected in some turn, so the best of three runs counts
 * unless an earlier one stays within the limit.
 */
export async function longestTurn(work: () => Promise<unknown>, limit: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best >= limit; run += 1) best = Math.min(best, await longestTurnOf(work));
  return best;
}

async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  try {
    await work();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
