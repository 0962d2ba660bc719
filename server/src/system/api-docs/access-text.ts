import type { Route } from '@aisle/contract/core/route';
import { permissions } from '@aisle/contract/permissions';

/** Who may call a route, as a sentence for people who read the API. */
export function accessText({ permission, everywhere, apiScope, onceByKey }: Route): string {
  return [
    whoMayCall(permission),
    ...(everywhere ? ['not for people of single locations'] : []),
    ...(apiScope ? [`API keys with the scope \`${apiScope}\``] : []),
    ...(onceByKey ? ['takes an Idempotency-Key'] : []),
  ].join('; ');
}

function whoMayCall(permission: Route['permission']): string {
  if (permission === 'public') return 'Needs no sign-in';
  if (permission === 'signedIn') return 'For anyone signed in';
  return `Needs the permission \`${permission}\` (${permissions[permission].label})`;
}
