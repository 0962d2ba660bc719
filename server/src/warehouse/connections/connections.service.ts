import type { DataOf, Route } from '@aisle/contract/core/route';
import type {
  ConnectionEdit,
  ConnectionView,
  connectionRoutes,
  refusedNames,
} from '@aisle/contract/warehouse/connections';
import { type SyncResults, syncRoutes } from '@aisle/contract/warehouse/sync';
import { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { canCall } from '../../core/http/access.ts';
import { type Actor, actorOfKeyId } from '../../core/http/actor.ts';
import { callHandler } from '../../core/http/call-list.ts';
import type { Call, Handler } from '../../core/http/serve.ts';
import { Problem, problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { refreshKeyNotice } from '../../system/api-keys/api-keys.queries.ts';
import { switchWebhook } from '../../system/webhooks/webhooks.service.ts';
import {
  getConnection,
  lockConnection,
  newestKeyOf,
  type RefusedSource,
  refusedRowsOf,
  updateConnection,
  writePrecedence,
} from './connections.queries.ts';

/** The part of a connection that users decide, for its history. */
const recorded = ({ _id, name, status, silentAfterMinutes, precedence, version }: ConnectionView) => ({
  _id,
  name,
  status,
  silentAfterMinutes,
  precedence,
  version,
});

export async function changeConnection(
  { tx, actor }: Context,
  id: string,
  { version, ...input }: ConnectionEdit,
): Promise<WithMessage<ConnectionView>> {
  await lockConnection(tx, id);
  const before = await getConnection(tx, id);
  if (before.kind === 'webhook' && input.precedence?.length) {
    throw wrongField('precedence', 'A webhook sends no rows');
  }
  const meanwhile = await assertNoConflict(tx, {
    resource: 'connections',
    current: before,
    readAt: version,
    sent: input,
  });
  if (input.precedence) await writePrecedence(tx, id, input.precedence);
  const { silentAfterMinutes = before.silentAfterMinutes } = input;
  await updateConnection(tx, id, { silent_after_minutes: silentAfterMinutes });
  await refreshKeyNotice(tx);
  return withNotice(await saved(tx, actor, { action: 'edit', before }), meanwhile);
}

/** Turns the calls of keys on or off, or a webhook. */
export async function switchConnection(
  context: Context,
  id: string,
  status: boolean,
): Promise<ConnectionView> {
  const { tx, actor, services } = context;
  await lockConnection(tx, id);
  const before = await getConnection(tx, id);
  if (before.webhookId) await switchWebhook(context, before.webhookId, status);
  else await updateConnection(tx, id, { status });
  afterCommit(tx, () => services.actors.forgetAll());
  await refreshKeyNotice(tx);
  return saved(tx, actor, { action: status ? 'switchOn' : 'switchOff', before });
}

async function saved(
  tx: Tx,
  actor: Actor,
  { action, before }: { action: 'edit' | 'switchOn' | 'switchOff'; before: ConnectionView },
): Promise<ConnectionView> {
  const after = await getConnection(tx, before._id);
  await recordChange(tx, actor, {
    action,
    resource: 'connections',
    recordId: before._id,
    before: recorded(before),
    after: recorded(after),
  });
  return after;
}

type FindHandler = (route: Route) => Handler<Route>;
type SyncedName = (typeof refusedNames)[number];
type Rerun = DataOf<typeof connectionRoutes.rerun>;
/**
 * Sends refused rows again as the newest key of their connection, whose rights and precedence apply. Accepted rows leave the
 * list, and those that are refused again get the new reason.
 */
export async function rerunRows(
  call: Call<typeof connectionRoutes.rerun>,
  findHandler: FindHandler,
): Promise<Rerun> {
  const { actor, services, body } = call;
  const { id } = call.params;
  const { keyActor, rows } = await call.inTransaction(async (tx) => {
    await getConnection(tx, id);
    const keyId = await newestKeyOf(tx, id);
    const found = keyId && (await actorOfKeyId(tx, keyId));
    if (!found) throw problem('connections.no-key');
    return { keyActor: found, rows: await refusedRowsOf(tx, id, body.rowIds) };
  });
  const results: Rerun['results'] = [];
  for (const [name, ofName] of Map.groupBy(rows, (row) => row.name)) {
    const sync = await services.inTransaction(keyActor, (tx) =>
      runAgain({ tx, actor: keyActor, services }, { name: name as SyncedName, rows: ofName, findHandler }),
    );
    for (const { index, state, message } of sync.results) {
      const rowId = ofName[index]!.id;
      const isRefused = state === 'refused';
      results.push({
        rowId,
        state: isRefused ? 'refused' : 'accepted',
        message: isRefused ? (message ?? null) : null,
      });
    }
  }
  if (results.length > 0) {
    await call.inTransaction((tx) =>
      recordChange(tx, actor, { action: 'rerun', resource: 'connections', recordId: id }),
    );
  }
  const accepted = results.filter(({ state }) => state === 'accepted').length;
  return { results, accepted, refused: results.length - accepted };
}

interface Again {
  name: SyncedName;
  rows: readonly RefusedSource[];
  findHandler: FindHandler;
}
async function runAgain(context: Context, { name, rows, findHandler }: Again): Promise<SyncResults> {
  const route: Route = syncRoutes[name];
  canCall(route, context.actor);
  const body = z.parse(route.body!, { rows: rows.map(({ row }) => row) }) as object;
  const answer = await callHandler(findHandler(route), context, { body });
  if (answer instanceof Problem) throw answer;
  return answer as SyncResults;
}
