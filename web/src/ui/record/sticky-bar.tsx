import type { ReactNode } from 'react';
import classes from './sticky-bar.module.css';

interface StickyBarProps {
  /** The accessible name; makes the bar a region. */
  label?: string;
  /** For additional styles: can't override the bar's own, because the order of style sheets isn't fixed. */
  className?: string | undefined;
  hidden?: boolean;
  /** Puts the bar at the end of the screen on phones, where it would cover the fields. */
  isInFlowOnPhones?: boolean;
  children: ReactNode;
}
/** A summary of the pending action and its buttons, always visible at the bottom of the screen. */
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
