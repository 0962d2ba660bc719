import { createHash } from 'node:crypto';
import type { Route } from '@aisle/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { sendAlong, stayOpen, type Tx } from './db.ts';
import { problem } from './problem.ts';

/**
 * Does the work once for an Idempotency-Key: later requests with the same key and body get the first one's
 * data. The key is written in the work's own transaction, so what failed can be tried again, and of two at
 * once the second waits for the first.
 */
export async function once(
  tx: Tx,
  request: FastifyRequest,
  route: Route,
  body: unknown,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = keyOf(request);
  if (key === undefined) return work();
  const owner = request.actor?.userId ?? request.actor?.apiKeyId;
  if (!owner) return work();
  const name = `${route.method} ${request.url.split('?')[0]}`;
  const hash = createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest();

  const mine = await tx
    .insertInto('idempotency_keys')
    .values({ owner, key, route: name, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!mine) return earlierAnswer(tx, owner, key, name, hash);

  // The answer has to be kept before the commit.
  stayOpen(tx);
  const data = await work();
  const answered = tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(data) })
    .where('owner', '=', owner)
    .where('key', '=', key);
  await sendAlong(tx, answered);
  return data;
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    if (request.actor?.apiKeyId) throw problem('idempotency-key-required');
    return undefined;
  }
  if (typeof key !== 'string' || key.length < 1 || key.length > 200) {
    throw problem('malformed-request', { reason: 'an Idempotency-Key has 1 to 200 characters' });
  }
  return key;
}

async function earlierAnswer(
  tx: Tx,
  owner: string,
  key: string,
  name: string,
  hash: Buffer,
): Promise<unknown> {
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.route !== name || !earlier.body_hash.equals(hash)) throw problem('idempotency-key-reused');
  return earlier.answer;
}
