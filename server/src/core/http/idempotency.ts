import { hash } from 'node:crypto';
import type { Route } from '@aisle/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { enqueue, type Tx } from '../db/db.ts';
import { fileDigest } from '../files/file-digest.ts';
import { Problem, problem } from '../problem.ts';
import { WithMessage } from '../with-message.ts';
import type { Uploads } from './input/uploads.ts';

/**
 * Identifies the submission of a request: its body and the content of its files, which can differ between files of the same
 * name and size. Undefined without a key. Reads the files now, before a transaction is open.
 */
export async function submissionHash(
  request: FastifyRequest,
  { body, uploads }: { body: unknown; uploads: Uploads },
): Promise<Buffer | undefined> {
  if (keyOf(request) === undefined) return undefined;
  const files: unknown[] = [];
  for (const { field, name, bytes, path } of Object.values(uploads).flat()) {
    files.push([field, name, bytes, (await fileDigest(path)).toString('base64')]);
  }
  const submission = files.length === 0 ? body : { body, files };
  return hash('sha256', JSON.stringify(submission) ?? '', 'buffer');
}

interface RequestWithKey {
  tx: Tx;
  request: FastifyRequest;
  route: Route;
  /** The result of `submissionHash`. */
  submitted: Buffer | undefined;
}
/**
 * Does the work once per Idempotency-Key: later requests with the same key and body get the first one's data. The key is
 * inserted in the work's transaction, so a failed request can be sent again, and the second of two concurrent requests waits
 * for the first.
 */
export async function once(
  { tx, request, route, submitted }: RequestWithKey,
  handler: () => Promise<unknown>,
): Promise<unknown> {
  const work = async () => {
    const result = await handler();
    // Types reject this too, except on routes whose data can be any object.
    if (result instanceof Problem) {
      throw new Error(`A retry of ${route.path} would get "${result.code}" as its data: throw it instead`);
    }
    return result;
  };
  const key = keyOf(request);
  const owner = ownerOf(request);
  if (key === undefined || submitted === undefined || !owner) return work();
  const name = nameOf(route, request);

  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ owner, key, route: name, body_hash: submitted })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) return findResponse(tx, { owner, key, route: name, submitted });

  const result = await work();
  const data = result instanceof WithMessage ? result.stored : result;
  const answered = tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(data) })
    .where('owner', '=', owner)
    .where('key', '=', key);
  await enqueue(tx, answered);
  return result;
}

/** The response to an earlier request with the same key. Undefined if there is none. */
export async function storedResponse({ tx, request, route, submitted }: RequestWithKey): Promise<unknown> {
  const key = keyOf(request);
  const owner = ownerOf(request);
  if (key === undefined || submitted === undefined || !owner) return undefined;
  return findResponse(tx, { owner, key, route: nameOf(route, request), submitted });
}

const ownerOf = ({ actor }: FastifyRequest) => actor?.userId ?? actor?.apiKeyId;
const nameOf = ({ method }: Route, { url }: FastifyRequest): string => `${method} ${url.split('?')[0]}`;

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

interface StoredKey {
  owner: string;
  key: string;
  route: string;
  submitted: Buffer;
}
async function findResponse(tx: Tx, { owner, key, route, submitted }: StoredKey): Promise<unknown> {
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier) return undefined;
  if (earlier.route !== route || !earlier.body_hash.equals(submitted))
    throw problem('idempotency-key-reused');
  return earlier.answer;
}
