import type { Permission } from '@aisle/contract/permissions';
import type { ReactNode } from 'react';
import { useCan } from '../core/session/session.ts';

/** Shows what is inside to those who may. */
export function Gate({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
