import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Back } from '../../core/pages/screens.ts';
import { MenuButton, type MenuEntry } from '../menu-button.tsx';
import { PageTitle } from './page-title.tsx';
import classes from './record-page.module.css';

/** A name for screen readers and a value: `['Phone', <PhoneLink … />]`. Facts without a value are omitted. */
export type Fact = readonly [string, ReactNode];
export const isKnown = ([, value]: Fact): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false;

export interface RecordHeadProps {
  title: string;
  /** Shown beside the title: the status, and amounts due or refunded. */
  badge?: ReactNode;
  /** Omitted on the first level. */
  back?: Back | undefined;
  /** The second line: customer, location, time, amount. */
  summary?: readonly Fact[] | undefined;
  /** The next step, as a filled button. */
  primary?: ReactNode;
  /** Other frequent actions, as buttons. */
  actions?: ReactNode;
  /** A `HistoryButton` that shows who changed the record. */
  history?: ReactNode;
  /** Rare or dangerous actions. */
  menu?: readonly MenuEntry[] | undefined;
}

/** The header of a record: its key facts, visible without scrolling, and its actions. */
export function RecordHead({
  title,
  badge,
  back,
  summary = [],
  primary,
  actions,
  history,
  menu = [],
}: RecordHeadProps) {
  const known = summary.filter(isKnown);
  return (
    <header className={`grid align-center gap-1 gap-x-4 ${classes.head}`}>
      <PageTitle title={title} badge={badge} {...(back && { back })} />
      {(primary || actions) && (
        <div className={classes.actions}>
          {primary && <div className={classes.primary}>{primary}</div>}
          {actions}
        </div>
      )}
      {(history || menu.length > 0) && (
        <div className={classes.tools}>
          {history}
          {menu.length > 0 && (
            <MenuButton
              button={
                <ActionIcon variant="default" size={36} aria-label={`More for ${title}`}>
                  <IconDots size={20} />
                </ActionIcon>
              }
              entries={menu}
            />
          )}
        </div>
      )}
      {known.length > 0 && (
        <dl className={`flex wrap secondary ${classes.summary}`} data-indented={back ? true : undefined}>
          {known.map(([name, value]) => (
            <div key={name}>
              <dt className="visually-hidden">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}
