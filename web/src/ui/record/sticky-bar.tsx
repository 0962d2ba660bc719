import type { ReactNode } from 'react';
import classes from './sticky-bar.module.css';

interface StickyBarProps {
  /** Names it as a region. */
  label?: string;
  /** For more of its look: what the bar sets itself can't be set again, the order of style sheets isn't fixed. */
  className?: string | undefined;
  hidden?: boolean;
  /** At the end of the screen on phones, where it would cover what is being filled in. */
  isInFlowOnPhones?: boolean;
  children: ReactNode;
}
/** What a screen is about to do and the buttons for it, in sight at its end however far it is scrolled. */
export function StickyBar({ label, className, hidden, isInFlowOnPhones, children }: StickyBarProps) {
  const Element = label ? 'section' : 'div';
  return (
    <Element
      aria-label={label}
      className={
        className
          ? `row wrap gap-2 gap-x-4 ${classes.bar} ${className}`
          : `row wrap gap-2 gap-x-4 ${classes.bar}`
      }
      hidden={hidden}
      data-in-flow={isInFlowOnPhones || undefined}
    >
      {children}
    </Element>
  );
}
