import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
} from '@mantine/core';
import { createLink, Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type Destination, useCanOpen } from '../../core/pages/screens.ts';

/** The props of a Mantine component that is rendered as a link. */
export type AnchorTag<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;

/** A link in running text. */
export const AnchorLink = createLink((props: AnchorTag<AnchorProps>) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AnchorTag<ButtonProps>) => <Button component="a" {...props} />);

/** A link that is an icon. */
export const ActionIconLink = createLink((props: AnchorTag<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));

type ScreenLinkProps = Destination & {
  className?: string | undefined;
  children: ReactNode;
};

/** A link for users who can open the screen, and plain text for others. */
export function ScreenLink({ className, children, ...destination }: ScreenLinkProps) {
  const canOpen = useCanOpen();
  if (!canOpen(destination.to)) return <span>{children}</span>;
  if (className === undefined) {
    return (
      <AnchorLink {...destination} inherit>
        {children}
      </AnchorLink>
    );
  }
  return (
    <Link {...destination} className={className}>
      {children}
    </Link>
  );
}
