import { audit } from '../../core/audit.ts';
import { isUnwritable } from '../../core/db/database-problems.ts';
import type { Outcome } from './results.ts';
import type { AssistantSession } from './sessions.ts';

/** Records a call in the audit log, with its tool, resource or prompt, but not its content. */
export async function recordCall(
  { services, actor }: AssistantSession,
  tool: string,
  outcome: Outcome,
): Promise<void> {
  try {
    await services.inTransaction(null, (tx) =>
      audit(tx, actor, {
        action: 'assistantCall',
        resource: 'apiKeys',
        recordId: actor.apiKeyId,
        after: { tool, outcome },
      }),
    );
  } catch (error) {
    // Reading works while the database can't be written.
    if (!isUnwritable(error)) throw error;
  }
}
