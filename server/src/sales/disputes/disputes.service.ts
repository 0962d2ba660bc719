import { isDeepStrictEqual } from 'node:util';
import { formatDay } from '@aisle/contract/core/dates';
import {
  type Dispute,
  type DisputeEvidenceInput,
  type DisputeSubmission,
  type EvidenceFileKind,
  evidenceFileKinds,
  maxEvidenceBytes,
} from '@aisle/contract/sales/disputes';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { storeEvidence } from '../../core/files/documents.ts';
import type { Upload, Uploads } from '../../core/http/input/uploads.ts';
import { type Problem, problem, stale, tooLarge, wrongField } from '../../core/problem.ts';
import { mustBeConfirmed } from '../../system/auth/confirmation.ts';
import { addFile, getDispute, lockDispute, queueAnswer, removeFiles, saveDraft } from './disputes.queries.ts';

async function lockCurrent({ tx, services }: Context, id: string, version: number): Promise<Dispute> {
  await lockDispute(tx, id);
  const dispute = await getDispute(tx, services.storage, id);
  if (dispute.version !== version) throw stale(dispute);
  return dispute;
}

const closed = ({ number }: Dispute): Problem => problem('disputes.submitted', { number });
const isDecided = ({ status }: Dispute) => status === 'won' || status === 'lost' || status === 'closed';

/** Changes the draft of the evidence, and until the decision who pays for a lost dispute. */
export async function editEvidence(
  context: Context,
  id: string,
  input: DisputeEvidenceInput,
  uploads: Uploads,
): Promise<Dispute> {
  const { tx, actor, services } = context;
  const before = await lockCurrent(context, id, input.version);
  const { removeFiles: removed = [], fundedBy = before.fundedBy } = input;
  const evidence = Object.fromEntries(Object.entries(input.evidence).filter(([, text]) => text));
  const added = evidenceFileKinds.flatMap((kind) =>
    (uploads[kind] ?? []).map((upload) => ({ kind, upload })),
  );
  const isSameDraft =
    isDeepStrictEqual(evidence, before.evidence) && removed.length === 0 && added.length === 0;
  if (!isSameDraft && !before.canSubmit) throw closed(before);
  if (fundedBy !== before.fundedBy) {
    if (isDecided(before)) throw closed(before);
    if (actor.locations)
      throw problem('not-allowed', { reason: 'Only users of all locations decide who pays' });
  }
  await saveDraft(tx, before, { evidence, fundedBy });
  const replaced = before.evidenceFiles.filter(
    (file) => removed.includes(file._id) || added.some(({ kind }) => kind === file.kind),
  );
  mustFit(before, replaced, added);
  const replacedIds = replaced.map(({ _id }) => _id);
  await removeFiles(tx, services.storage, id, replacedIds);
  for (const { kind, upload } of added) {
    const owner = { createdBy: actor.userId, locationId: before.locationId };
    await addFile(tx, before, kind, await storeEvidence(tx, services.storage, upload, owner));
  }
  const after = await getDispute(tx, services.storage, id);
  await recordChange(tx, actor, {
    resource: 'disputes',
    action: 'edit',
    recordId: id,
    locationId: after.locationId,
    before: audited(before),
    after: audited(after),
  });
  return after;
}

/** The audit log keeps the names of the files, and of the texts only which changed: they may describe the customer. */
const audited = ({ number, fundedBy, evidenceFiles, version }: Dispute) => ({
  name: number,
  fundedBy,
  files: evidenceFiles.map(({ name }) => name),
  version,
});

function mustFit(
  { evidenceFiles }: Dispute,
  replaced: Dispute['evidenceFiles'],
  added: readonly { kind: EvidenceFileKind; upload: Upload }[],
): void {
  const double = added.find(({ kind }, index) => added.findIndex((other) => other.kind === kind) !== index);
  if (double) throw wrongField(double.kind, 'Choose one file');
  const kept = evidenceFiles.filter((file) => !replaced.includes(file));
  const bytes =
    kept.reduce((sum, file) => sum + file.bytes, 0) +
    added.reduce((sum, { upload }) => sum + upload.bytes, 0);
  if (bytes > maxEvidenceBytes) throw tooLarge(maxEvidenceBytes);
}

/** Sends the evidence or accepts the dispute, once for each of its stages. */
export async function submitAnswer(
  context: Context,
  id: string,
  { accept = false, version }: DisputeSubmission,
): Promise<Dispute> {
  const { tx, actor, services } = context;
  await mustBeConfirmed(tx, actor);
  const before = await lockCurrent(context, id, version);
  const { number, dueBy } = before;
  if (!before.canSubmit) throw closed(before);
  if (dueBy !== null && Date.parse(dueBy) < Date.now()) {
    throw problem('disputes.past-due', { number, dueBy: formatDay(dueBy.slice(0, 10)) });
  }
  const isEmpty = Object.values(before.evidence).every((text) => !text) && before.evidenceFiles.length === 0;
  if (!accept && isEmpty) throw problem('disputes.no-evidence');
  await queueAnswer(tx, before, accept ? 'accept' : 'evidence');
  const after = await getDispute(tx, services.storage, id);
  await recordChange(tx, actor, {
    resource: 'disputes',
    action: 'submit',
    recordId: id,
    locationId: after.locationId,
    before: { ...audited(before), accept: null },
    after: { ...audited(after), accept },
  });
  return after;
}
