import type { Permission } from '@aisle/contract/permissions';
import type { ReactNode } from 'react';
import type { Destination } from '../../core/pages/screens.ts';
import { useCan } from '../../core/session/session.ts';
import { AnchorLink } from './screen-link.tsx';

type RecordLinkProps = Destination & {
  /** Who may see the page it leads to; for everybody else it is plain text. */
  permission: Permission;
  /** In the color of the text around it, where a whole column would be links. */
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
