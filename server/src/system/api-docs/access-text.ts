import { isOpenToKeys, otherPermissions, type Route } from '@aisle/contract/core/route';
import { permissions } from '@aisle/contract/permissions';

/** Describes who can call a route, in one sentence of the API documentation. */
export function accessText(route: Route): string {
  const { permission, orPermission, alsoNeeds, everywhere, apiScope, orApiScope, onceByKey } = route;
  return [
    callersText(permission),
    ...otherPermissions({ orPermission }).map((one) => `or \`${one}\` (${permissions[one].label})`),
    ...(alsoNeeds ? [`and \`${alsoNeeds}\` (${permissions[alsoNeeds].label})`] : []),
    ...(everywhere ? ['not for users of single locations'] : []),
    ...(apiScope
      ? [`API keys with the scope \`${apiScope}\`${orApiScope ? ` or \`${orApiScope}\`` : ''}`]
      : []),
    ...(permission === 'public' || isOpenToKeys(route)
      ? []
      : [apiScope ? 'no other API keys' : 'no API keys']),
    ...moneyText(route),
    ...(onceByKey ? ['requires an Idempotency-Key'] : []),
  ].join('; ');
}

/** When an API key needs the right to move money. */
function moneyText(route: Route): string[] {
  if (!isOpenToKeys(route) || route.confirms !== 'money' || !route.when) return [];
  return [`API keys need \`mayMoveMoney\`${route.when === 'always' ? '' : ` ${route.when}`}`];
}

function callersText(permission: Route['permission']): string {
  if (permission === 'public') return 'No sign-in required';
  if (permission === 'signedIn') return 'Any signed-in user';
  return `Requires the permission \`${permission}\` (${permissions[permission].label})`;
}
