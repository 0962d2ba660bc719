import type { Permission } from '@aisle/contract/permissions';
import type { ReactNode } from 'react';
import type { Destination } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { AnchorLink } from './screen-link.tsx';

type RecordLinkProps = Destination & {
  /** The permission for the linked page; other users see plain text. */
  permission: Permission;
  /** Uses the color of the surrounding text, for columns that consist of links. */
  isQuiet?: boolean;
  children: ReactNode;
};

export function RecordLink({ permission, isQuiet, children, ...destination }: RecordLinkProps) {
  if (!useCan(permission)) return children;
  return (
    <AnchorLink {...destination} inherit {...(isQuiet && { c: 'inherit' })}>
      {children}
    </AnchorLink>
  );
}
