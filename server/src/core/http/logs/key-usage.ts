import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Database, system, transaction } from '../../db/db.ts';
import { newId } from '../../ids.ts';
import type { Problem } from '../../problem.ts';
import { insertKeyCalls, insertKeyErrors, type KeyCalls, type KeyError } from './key-usage.queries.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keyUsage: KeyUsage;
  }
  interface FastifyRequest {
    /** The problem that the response reports. */
    problem: Problem | null;
  }
}

const writesEveryMs = 10_000;
const maxErrors = 100;

/** Counts the calls of API keys by day and route, and keeps the last errors of each key. Writes both every ten seconds. */
class KeyUsage {
  readonly #db: Database;
  #calls = new Map<string, KeyCalls>();
  /** By key. */
  #errors = new Map<string, KeyError[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  note({ actor, problem, routeOptions, id: requestId }: FastifyRequest, { statusCode }: FastifyReply): void {
    const keyId = actor?.apiKeyId;
    const declared = routeOptions.config.route;
    if (!keyId || !declared) return;
    const route = `${declared.method} ${declared.path}`;
    const at = new Date().toISOString();
    const isError = statusCode >= 400;
    this.#count({ keyId, day: at.slice(0, 10), route, calls: 1, errors: isError ? 1 : 0 });
    if (!isError) return;
    const errors = this.#errors.get(keyId) ?? [];
    const { code = 'unexpected', fields = [] } = problem ?? {};
    const paths = fields.map(({ path }) => path);
    errors.push({ id: newId(), keyId, at, route, status: statusCode, code, fields: paths, requestId });
    this.#errors.set(keyId, errors.slice(-maxErrors));
  }

  #count(made: KeyCalls): void {
    const name = `${made.keyId} ${made.day} ${made.route}`;
    const known = this.#calls.get(name);
    if (!known) this.#calls.set(name, made);
    else {
      known.calls += made.calls;
      known.errors += made.errors;
    }
  }

  /** Writes what was collected. If the database can't be reached, the counts are written the next time. */
  async write(): Promise<void> {
    const [calls, errors] = [[...this.#calls.values()], [...this.#errors.values()].flat()];
    if (calls.length === 0) return;
    this.#calls = new Map();
    this.#errors = new Map();
    try {
      await transaction(this.#db, system, async (tx) => {
        await insertKeyCalls(tx, calls);
        if (errors.length > 0) await insertKeyErrors(tx, errors, maxErrors);
      });
    } catch {
      for (const made of calls) this.#count(made);
    }
  }
}

export function recordKeyUsage(app: FastifyInstance, db: Database): void {
  const usage = new KeyUsage(db);
  app.decorate('keyUsage', usage);
  app.decorateRequest('problem', null);
  const timer = setInterval(() => void usage.write(), writesEveryMs).unref();
  app.addHook('onResponse', async (request, reply) => usage.note(request, reply));
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await usage.write();
  });
}
