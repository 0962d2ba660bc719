import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const mebibyte = 1024 * 1024;
/** A server at rest holds a third of it. */
const most = 192 * mebibyte;
let bound = most;
let collect: (() => void) | undefined;

/**
 * Has the collector look now, if there is much to look at. What a transaction makes lives as long as it waits for
 * the database, so on a busy machine a long job's leftovers count as old, and the collector lets these grow to
 * several times of what is needed. Called between two steps of such a job, it keeps a server of a small machine
 * small: an import of 100,000 rows came to 401 MB with it and to 527 MB without (docs/decisions/0010), where 512 MB
 * is the most it may take. Smaller batches alone did not reach that.
 */
export function clearLeftovers(): void {
  if (getHeapStatistics().used_heap_size < bound) return;
  collect ??= collector();
  collect();
  // What is still there is needed: the next look waits until a good deal has come to it.
  bound = Math.max(most, getHeapStatistics().used_heap_size + most / 2);
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
