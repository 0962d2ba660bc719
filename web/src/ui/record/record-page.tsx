/*
 * One record: its head answers the first questions, its lines are in the main column, people and money at its side.
 *
 *   <RecordPage title="O-100042" badge={<OrderStatus … />} back={{ to: '/orders', label: 'Orders' }}
 *     summary={[['Customer', <CustomerLink … />], ['Placed', <DateText … />]]}
 *     primary={<Button>Mark as prepared</Button>} actions={<Button variant="default">Print</Button>}
 *     menu={[{ label: 'Cancel order…', danger: true, onClick }]}
 *     side={<><Panel title="Customer">…</Panel></>}>
 *     <Panel title="Items">…</Panel>
 *     <Panel title="Timeline"><Timeline events={…} /></Panel>
 *   </RecordPage>
 */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fact, isKnown, RecordHead, type RecordHeadProps } from './record-head.tsx';
import classes from './record-page.module.css';

interface RecordPageProps extends RecordHeadProps {
  /** In the order in which people ask: customer, payment, delivery, notes. */
  side?: ReactNode;
  children: ReactNode;
}

export function RecordPage({ side, children, ...head }: RecordPageProps) {
  return (
    <div className={`page ${classes.page}`}>
      <RecordHead {...head} />
      <div className={`grid align-start gap-4 ${classes.columns}`} data-alone={!side || undefined}>
        <div className={`column gap-4 min-w-0 ${classes.column}`}>{children}</div>
        {side && <aside className={`column gap-4 min-w-0 ${classes.column}`}>{side}</aside>}
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
    <section className={`card ${classes.panel}`}>
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
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(isKnown);
  if (known.length === 0) return null;
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
