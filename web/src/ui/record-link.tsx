import type { Permission } from '@aisle/contract/permissions';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../core/session.ts';

interface RecordLinkProps {
  to: string;
  /** Who may see the page it leads to; for everybody else it is plain text. */
  permission: Permission;
  children: ReactNode;
}

export function RecordLink({ to, permission, children }: RecordLinkProps) {
  if (!useMay(permission)) return children;
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
