import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCanOpen } from '../core/screens.ts';

interface ScreenLinkProps {
  to: string;
  search?: Record<string, unknown>;
  className?: string | undefined;
  children: ReactNode;
}

/** A link for those who may follow it; for everybody else only what it says. */
export function ScreenLink({ to, search = {}, className, children }: ScreenLinkProps) {
  const canOpen = useCanOpen();
  if (!canOpen(to)) return <span>{children}</span>;
  if (className === undefined) {
    return (
      <Anchor component={Link} to={to} search={search as never} inherit>
        {children}
      </Anchor>
    );
  }
  return (
    <Link to={to} search={search as never} className={className}>
      {children}
    </Link>
  );
}
