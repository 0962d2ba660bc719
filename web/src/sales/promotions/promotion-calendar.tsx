import { dayIn, instantIn } from '@aisle/contract/core/dates';
import { hoursText } from '@aisle/contract/sales/promotions/promotion-text';
import {
  type Promotion,
  type PromotionOverlaps,
  promotionRoutes,
} from '@aisle/contract/sales/promotions/promotions';
import { ActionIcon, Skeleton, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { read } from '../../core/api.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageTitle } from '../../ui/record/page-title.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import { addMonths, daysOf, monthName, monthOf } from '../../warehouse/expiry/month.ts';
import { OverlapsText, partialText } from './overlaps-text.tsx';
import { PromotionState } from './promotion-status.tsx';
import classes from './promotions.module.css';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const most = 100;

/** The promotions of a month as bars, with those that compete for the same items. */
export function PromotionCalendar() {
  const { month = monthOf(dayIn(zone)) } = useSearch({ from: '/shell/promotions/calendar' });
  const navigate = useNavigate();
  const turn = (months: number) =>
    void navigate({ to: '/promotions/calendar', search: { month: addMonths(month, months) } });
  const start = instantIn(zone, `${month}-01`, '00:00');
  const end = instantIn(zone, `${addMonths(month, 1)}-01`, '00:00');
  const query = useQuery({
    ...read(promotionRoutes.list, {
      body: {
        limit: most,
        sort: { field: 'startsAt', order: 'asc' },
        filters: { runsFrom: start, runsUntil: end },
      },
    }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const shown = (query.data?.records ?? []).filter(({ status }) => status !== 'draft');
  const { data: overlaps } = useQuery({
    ...read(promotionRoutes.overlaps, { body: { promotionIds: shown.map(({ _id }) => _id) } }),
    enabled: shown.length > 0,
    meta: { quiet: true },
  });
  return (
    <div className="page">
      <PageTitle title="Promotion calendar" back={{ to: '/promotions', label: 'Promotions' }} />
      <section className={`card ${classes.calendar}`} aria-label={monthName(month)}>
        <div className="row gap-1 mb-3">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Previous month"
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={20} />
          </ActionIcon>
          <Title order={2}>{monthName(month)}</Title>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="Next month" onClick={() => turn(1)}>
            <IconChevronRight size={20} />
          </ActionIcon>
        </div>
        {query.error && !query.data ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : !query.data ? (
          <Skeleton height={300} className="after-a-while" />
        ) : shown.length === 0 ? (
          <EmptyState
            title="No promotions this month"
            text="Published promotions appear on the days they run."
          />
        ) : (
          <Bars
            promotions={shown}
            overlaps={overlaps ?? []}
            month={month}
            start={Date.parse(start)}
            end={Date.parse(end)}
          />
        )}
        {query.data && query.data.totalRecords > most && (
          <p className="m-0 mt-3 text-sm secondary">The first {most} of this month are shown.</p>
        )}
        {overlaps?.some(({ isPartial }) => isPartial) && (
          <p className="m-0 mt-3 text-sm secondary">{partialText}</p>
        )}
      </section>
    </div>
  );
}

interface BarsProps {
  promotions: readonly Promotion[];
  overlaps: readonly PromotionOverlaps[];
  month: string;
  start: number;
  end: number;
}
function Bars({ promotions, overlaps, month, start, end }: BarsProps) {
  const dayCount = Number(daysOf(month).to.slice(8));
  const today = Date.now();
  const place = (at: number) => ((Math.min(Math.max(at, start), end) - start) / (end - start)) * 100;
  return (
    <ul
      className={`plain-list ${classes.bars}`}
      style={{ '--days': dayCount, '--today': `${place(today)}%` } as CSSProperties}
      data-now={(today > start && today < end) || undefined}
    >
      {promotions.map((promotion) => {
        const { _id, name, status, schedule } = promotion;
        const until = schedule.endsAt ? Date.parse(schedule.endsAt) : end;
        const competing = overlaps.find(({ promotionId }) => promotionId === _id);
        return (
          <li key={_id} className={`grid gap-1 ${classes.bar}`}>
            <span className="row wrap gap-2 text-sm min-w-0">
              <ScreenLink to="/promotions/view/$id" params={{ id: _id }}>
                {name}
              </ScreenLink>
              <PromotionState status={status} />
              <span className="secondary">
                <DateText value={schedule.startsAt} />
                {' – '}
                {schedule.endsAt ? <DateText value={schedule.endsAt} /> : 'no end'}
                {schedule.weekly.length > 0 && `, ${hoursText(schedule.weekly)}`}
              </span>
            </span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.span}
                data-status={status}
                style={{
                  left: `${place(Date.parse(schedule.startsAt))}%`,
                  right: `${100 - place(until)}%`,
                }}
              />
            </span>
            {competing && competing.count > 0 && (
              <span className="text-xs secondary">
                <OverlapsText overlaps={competing} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
