import type { Permission } from '@aisle/contract/permissions';
import type { ReactNode } from 'react';
import { useCan } from '../core/session/session.ts';

/** Renders its children if the user has the permission. */
export function Gate({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
