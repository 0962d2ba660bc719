import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../core/http/actor.ts';
import type { Services } from '../../core/services.ts';
import type { Caller } from './inner-calls.ts';
import type { PreparedTool } from './tool-schemas.ts';

/** One request of an assistant. */
export interface AssistantSession {
  app: FastifyInstance;
  services: Services;
  actor: Actor;
  caller: Caller;
  /** The tools that the key can use, by name. */
  tools: ReadonlyMap<string, PreparedTool>;
}
