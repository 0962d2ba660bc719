/*
 * One record: what it is and its lines in the main column, the rest at its side.
 *
 *   <RecordPage title="O-100042" badge={<OrderStatus … />} back={{ to: '/orders', label: 'Orders' }}
 *     actions={<Button>Mark as prepared</Button>} side={<><Panel title="Customer">…</Panel></>}>
 *     <Panel title="Items">…</Panel>
 *     <Panel title="Timeline"><Timeline events={…} /></Panel>
 *   </RecordPage>
 */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Back } from '../core/screens.ts';
import { PageTitle } from './page-title.tsx';
import classes from './record-page.module.css';

interface RecordPageProps {
  title: string;
  badge?: ReactNode;
  actions?: ReactNode;
  /** None on the first level. */
  back?: Back;
  /** State, people, dates, money, notes. */
  side?: ReactNode;
  children: ReactNode;
}

export function RecordPage({ title, badge, actions, back, side, children }: RecordPageProps) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} badge={badge} actions={actions} {...(back && { back })} />
      <div className={classes.columns} data-alone={!side || undefined}>
        <div className={classes.column}>{children}</div>
        {side && <aside className={classes.column}>{side}</aside>}
      </div>
    </div>
  );
}

interface PanelProps {
  title?: string;
  /** At the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
}
/** One box of a record or a dashboard. */
export function Panel({ title, tools, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      {(title || tools) && (
        <div className={classes.panelHead}>
          {title && <Title order={2}>{title}</Title>}
          {tools}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values, one below the other: `facts={[['Phone', customer.phone]]}`. What is empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const known = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
