/*
 * Sends a message to its recipients, each at most once even if the server is interrupted:
 *
 *   1. Lists the recipients once, and the excluded people.
 *   2. Claims a few recipients in a separate transaction, at the rate that all messages share.
 *   3. Passes each to the mail server or a provider, outside any transaction.
 *   4. Saves the results, and continues with 2.
 *   5. Finishes the message when no recipient is waiting or claimed.
 *
 * If a server is killed between 2 and 4, its claims may or may not have been sent. After a minute they are shown as such and
 * not repeated. Until then they may belong to another server that is still working on the same message.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkMessage } from '@aisle/contract/service/messages';
import type { Tx } from '../../core/db/db.ts';
import { problem } from '../../core/problem.ts';
import type { JobRun, JobWork } from '../../system/jobs/job-run.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findAudience, writeRecipients } from './audience.queries.ts';
import { connections, openOutlet, resultOf } from './hand-over.ts';
import { getBulkMessage, lockBulkMessage } from './messages.queries.ts';
import { senderOf } from './render.ts';
import {
  type ClaimedRecipient,
  claimRecipients,
  finishClaims,
  finishIfDone,
  isToBeSent,
  recordResults,
  recount,
  reserveSendTime,
  type SendResult,
} from './sending.queries.ts';

/** Batches are sized to take about this long, so that a stop doesn't wait for many messages. */
const batchMs = 200;
const maxBatch = 25;
/** With a slow mail server, the rest of a batch waits for the next claim, so that claims don't expire. */
const maxBatchMs = 10_000;
/** After this time other jobs get their turn. */
const turnMs = 5_000;
const maxUnavailable = 8;

type Counts = Record<string, number>;

export const bulkMessageWork: JobWork = async (run) => {
  const { messageId: id } = run.input as { messageId: string };
  const message = await run.inTransaction((tx) => getBulkMessage(tx, id));
  if (!(await run.inTransaction((tx) => isToBeSent(tx, id, run.id)))) return outcomeOf(id, message.counts);
  const counts: Counts = await run.inTransaction(async (tx) => {
    // Locks the message, because another server may be listing its recipients.
    const { isListed } = await lockBulkMessage(tx, id);
    if (!isListed) {
      const isIncluded = await findAudience(tx, message.audience);
      if (!isIncluded) throw problem('messages.group-gone');
      await writeRecipients(tx, message, isIncluded);
    }
    await finishClaims(tx, id);
    return recount(tx, id);
  });
  const outlet = await run.inTransaction(async (tx) => {
    const { countMessageClicks: countsClicks } = await getSettings(tx);
    return openOutlet(run.services, { message, sender: await senderOf(tx), countsClicks });
  });
  try {
    return await sendAll(run, {
      message,
      counts,
      send: outlet.send,
      turnEnds: Date.now() + turnMs,
      unavailable: 0,
    });
  } finally {
    outlet.close();
  }
};

interface Sending {
  message: BulkMessage;
  counts: Counts;
  send: (recipient: ClaimedRecipient) => Promise<void>;
  turnEnds: number;
  /** The number of consecutive batches in which the mail server or provider was unavailable. */
  unavailable: number;
}

async function sendAll(run: JobRun, sending: Sending) {
  const { message } = sending;
  for (;;) {
    await report(run, sending.counts);
    // Doesn't pause while the mail server or provider is unavailable, because a new turn would restart the count of failures.
    if (Date.now() > sending.turnEnds && sending.unavailable === 0) run.pause();
    const next = await run.inTransaction((tx) => claimNext(tx, run, sending));
    // Another server that worked on the message may have saved its own counts last.
    if (next === 'over')
      return outcomeOf(message._id, await run.inTransaction((tx) => recount(tx, message._id)));
    if ('waitMs' in next) await sleep(Math.min(next.waitMs, batchMs));
    else if (next.claimed.length > 0) await sendBatch(run, sending, next.claimed);
    // Another server works on the same message, or customers were deleted.
    else sending.counts = await run.inTransaction((tx) => recount(tx, message._id));
  }
}

type Next = 'over' | { waitMs: number } | { claimed: ClaimedRecipient[] };

async function claimNext(tx: Tx, run: JobRun, { message, counts }: Sending): Promise<Next> {
  if (!(await isToBeSent(tx, message._id, run.id))) return 'over';
  if (!counts.waiting) {
    const left = await finishIfDone(tx, message._id);
    if (left === 'nothing') return 'over';
    return left === 'claimed' ? { waitMs: batchMs } : { claimed: [] };
  }
  const { perMinute } = (await getSettings(tx)).bulkMessages;
  const size = Math.min(maxBatch, Math.max(1, Math.round((perMinute * batchMs) / 60_000)));
  const { waitMs } = await reserveSendTime(tx, size, perMinute);
  return waitMs > 0 ? { waitMs } : { claimed: await claimRecipients(tx, message, size) };
}

const report = (run: JobRun, counts: Counts): Promise<void> => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return run.progress(total - (counts.waiting ?? 0), total);
};

async function sendBatch(run: JobRun, sending: Sending, claimed: readonly ClaimedRecipient[]): Promise<void> {
  const { message, counts } = sending;
  const recipients = claimed.filter(({ reason }) => reason === null);
  const results = await handOver(run, sending, recipients);
  move(counts, [
    ...claimed.filter(({ reason }) => reason !== null).map(() => 'leftOut'),
    ...results.map(({ outcome }) => outcome),
  ]);
  const notes = results.map(({ position, outcome, reason }): SendResult => ({ position, outcome, reason }));
  await run.inTransaction((tx) => recordResults(tx, message._id, notes, counts));
  await backOff(run, sending, results);
}

type Result = Awaited<ReturnType<typeof resultOf>>;

/**
 * Sends a few in parallel. Even a batch takes long with a slow mail server, so recipients that haven't been sent to when the
 * message is stopped stay waiting.
 */
async function handOver(
  run: JobRun,
  { message, send }: Sending,
  recipients: readonly ClaimedRecipient[],
): Promise<Result[]> {
  const results: Result[] = [];
  const began = Date.now();
  let checkedAt = began;
  let isOver = false;
  for (let from = 0; from < recipients.length; from += connections) {
    if (!isOver && Date.now() - checkedAt > batchMs) {
      isOver =
        Date.now() - began > maxBatchMs ||
        !(await run.inTransaction((tx) => isToBeSent(tx, message._id, run.id)));
      checkedAt = Date.now();
    }
    const few = recipients.slice(from, from + connections);
    results.push(
      ...(isOver
        ? few.map(({ position }) => ({ position, outcome: 'waiting' as const, reason: null }))
        : await Promise.all(few.map((recipient) => resultOf(recipient, send(recipient))))),
    );
  }
  return results;
}

/** Moves recipients from waiting to their outcomes. */
function move(counts: Counts, outcomes: readonly string[]): void {
  for (const outcome of outcomes) {
    counts.waiting = (counts.waiting ?? 0) - 1;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
}

/** Waits longer and longer for an unavailable mail server or provider, then gives up. Resuming tries again. */
async function backOff(run: JobRun, sending: Sending, results: readonly Result[]): Promise<void> {
  const away = results.find(({ unavailable }) => unavailable !== undefined);
  if (!away) {
    if (results.length > 0) sending.unavailable = 0;
    return;
  }
  sending.unavailable += 1;
  if (sending.unavailable > maxUnavailable)
    throw problem('messages.unreachable', { reason: away.unavailable ?? '' });
  const until = Date.now() + Math.min(250 * 2 ** sending.unavailable, 15_000);
  while (Date.now() < until) {
    await sleep(batchMs);
    await report(run, sending.counts);
  }
}

const outcomeOf = (messageId: string, counts: Counts) => ({ data: { messageId, ...counts }, files: [] });
