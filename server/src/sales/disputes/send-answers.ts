import { buffer } from 'node:stream/consumers';
import { systemActor } from '../../core/audit.ts';
import { recordChange } from '../../core/changes/record-change.ts';
import { type Database, system, transaction } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import { AnswerRefused, type DisputeReport } from '../../ledgers/gateways/disputes.ts';
import type { Gateway } from '../../ledgers/gateways/gateway.ts';
import {
  claimDueAnswer,
  type DueAnswer,
  recordAnswered,
  recordRefused,
  retryAnswer,
} from './dispute-reports.queries.ts';
import { applyReport } from './dispute-reports.ts';
import { stageOfProvider } from './dispute-stages.ts';
import { filesOf } from './disputes.queries.ts';

const waitSeconds = (attempts: number) => Math.min(30 * 2 ** (attempts - 1), 3600);

/**
 * Sends due answers to their providers until none is left. No transaction is open meanwhile. An answer is repeated until the
 * provider takes or refuses it.
 */
export async function sendAnswers(
  db: Database,
  gateways: readonly Gateway[],
  storage: Storage,
): Promise<void> {
  const able = new Map(
    gateways.filter(({ answerDispute }) => answerDispute).map((gateway) => [gateway.name, gateway]),
  );
  for (;;) {
    const due = await transaction(db, system, (tx) => claimDueAnswer(tx, [...able.keys()]));
    if (!due) return;
    await send(db, able.get(due.provider)!, storage, due);
  }
}

async function send(db: Database, gateway: Gateway, storage: Storage, due: DueAnswer): Promise<void> {
  const { id, ref, sending, attempts, evidence } = due;
  const stage = stageOfProvider(due.providerStatus);
  try {
    const stored = await transaction(db, system, (tx) => filesOf(tx, id));
    const files = await Promise.all(
      stored.map(async (file) => ({
        ...file,
        bytes: await buffer(await storage.getStream(file.storageKey)),
      })),
    );
    const accept = sending === 'accept';
    const reference = `${id}-${stage}-${attempts}`;
    const report = await gateway.answerDispute!({ ref, reference, accept, evidence, files });
    await finish(db, due, stage, report);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (error instanceof AnswerRefused) return handBack(db, due, problem);
    await transaction(db, system, (tx) => retryAnswer(tx, due, { seconds: waitSeconds(attempts), problem }));
  }
}

const finish = (db: Database, due: DueAnswer, stage: string, report: DisputeReport): Promise<void> =>
  transaction(db, system, async (tx) => {
    await recordAnswered(tx, due, stage);
    await applyReport(tx, due.provider, report);
  });

const handBack = (db: Database, due: DueAnswer, problem: string): Promise<void> =>
  transaction(db, system, async (tx) => {
    const version = await recordRefused(tx, due, problem);
    await recordChange(tx, systemActor, {
      resource: 'disputes',
      action: 'refused',
      recordId: due.id,
      locationId: due.locationId,
      before: { problem: null },
      after: { problem, version },
    });
  });
