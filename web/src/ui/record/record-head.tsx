import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Back } from '../../core/pages/screens.ts';
import { MenuButton, type MenuEntry } from '../menu-button.tsx';
import { PageTitle } from './page-title.tsx';
import classes from './record-page.module.css';

/** A name that is read aloud, and its value: `['Phone', <PhoneLink … />]`. What is empty is left out. */
export type Fact = readonly [string, ReactNode];
export const isKnown = ([, value]: Fact): boolean =>
  value !== null && value !== undefined && value !== '' && value !== false;

export interface RecordHeadProps {
  title: string;
  /** Beside the title: the status, and what is due or refunded. */
  badge?: ReactNode;
  /** None on the first level. */
  back?: Back | undefined;
  /** The second line: who, where, when, how much. */
  summary?: readonly Fact[] | undefined;
  /** The next step: one filled button. */
  primary?: ReactNode;
  /** What else people often do here, as buttons. */
  actions?: ReactNode;
  /** Opens who changed the record: a `HistoryButton`. */
  history?: ReactNode;
  /** What is rare or dangerous. */
  menu?: readonly MenuEntry[] | undefined;
}

/** What a record is, answered without scrolling, and what can be done with it. */
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
