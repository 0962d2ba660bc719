import { otherPermissions, type Route } from '@aisle/contract/core/route';
import { permissions } from '@aisle/contract/permissions';

/** Describes who can call a route, in one sentence of the API documentation. */
export function accessText({
  permission,
  orPermission,
  alsoNeeds,
  everywhere,
  apiScope,
  orApiScope,
  onceByKey,
}: Route): string {
  return [
    callersText(permission),
    ...otherPermissions({ orPermission }).map((one) => `or \`${one}\` (${permissions[one].label})`),
    ...(alsoNeeds ? [`and \`${alsoNeeds}\` (${permissions[alsoNeeds].label})`] : []),
    ...(everywhere ? ['not for users of single locations'] : []),
    ...(apiScope
      ? [`API keys with the scope \`${apiScope}\`${orApiScope ? ` or \`${orApiScope}\`` : ''}`]
      : []),
    ...(onceByKey ? ['requires an Idempotency-Key'] : []),
  ].join('; ');
}

function callersText(permission: Route['permission']): string {
  if (permission === 'public') return 'No sign-in required';
  if (permission === 'signedIn') return 'Any signed-in user';
  return `Requires the permission \`${permission}\` (${permissions[permission].label})`;
}
