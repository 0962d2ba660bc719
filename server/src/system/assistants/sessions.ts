import type { Actor } from '../../core/http/actor.ts';
import type { Services } from '../../core/services.ts';
import type { CallingSession } from './inner-calls.ts';
import type { PreparedTool } from './tool-schemas.ts';

/** One request of an assistant. */
export interface AssistantSession extends CallingSession {
  services: Services;
  actor: Actor;
  /** The tools that the key can use, by name. */
  tools: ReadonlyMap<string, PreparedTool>;
}
