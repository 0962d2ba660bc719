/*
 * The page of a record: key facts in the header, lines in the main column, people and money in the side column.
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
  /** In the order of importance: customer, payment, delivery, notes. */
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
  /** Shown to the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
}
/** A box of a record or a dashboard. */
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

/** A list of names and values: `facts={[['Phone', customer.phone]]}`. Facts without a value are omitted. */
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
