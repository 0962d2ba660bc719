import type { ReportName, ReportSchedule } from '@aisle/contract/overview/report-schedules';
import { Button, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Args, read, useWrite } from '../../../core/api.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { StatusBadge } from '../../../ui/values/status-badge.tsx';
import { whenText } from '../../../ui/values/when.ts';
import classes from '../reports.module.css';
import { ScheduleForm } from './schedule-form.tsx';
import { type Request, recurrenceText, scheduleRoutes, stopTexts } from './schedules.ts';

interface ScheduleDrawerProps<Name extends ReportName> {
  report: Name;
  request: Request<Name>;
  opened: boolean;
  onClose: () => void;
}

/** The user's schedules of a report, and a form to schedule the current one. */
export function ScheduleDrawer<Name extends ReportName>(props: ScheduleDrawerProps<Name>) {
  const { report, request, opened, onClose } = props;
  const query = useQuery({
    ...read(scheduleRoutes[report].list, {}),
    enabled: opened,
    meta: { quiet: true },
  });
  const schedules: readonly ReportSchedule[] | undefined = query.data;
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={480} title="Schedules">
      <Stack gap="xl">
        <ScheduleForm report={report} request={request} />
        <section aria-labelledby="own-schedules">
          <h3 id="own-schedules" className="m-0 mb-1 text-md bold">
            Your schedules
          </h3>
          {query.error && !schedules && <ErrorState error={query.error} retry={() => void query.refetch()} />}
          {query.isPending && <Skeleton height={64} className="after-a-while" />}
          {schedules?.length === 0 && (
            <Text size="sm" c="dimmed">
              None yet. Emails go only to you, with what you have access to.
            </Text>
          )}
          <ul className="plain-list lined">
            {schedules?.map((schedule) => (
              <ScheduleItem key={schedule._id} report={report} schedule={schedule} />
            ))}
          </ul>
        </section>
      </Stack>
    </Drawer>
  );
}

function ScheduleItem({ report, schedule }: { report: ReportName; schedule: ReportSchedule }) {
  const { _id: id, name, version, isPaused, stoppedBecause, nextAt, lastSentAt, timeZone } = schedule;
  const edit = useWrite(scheduleRoutes[report].edit);
  const remove = useWrite(scheduleRoutes[report].remove);
  const isOff = isPaused || stoppedBecause !== null;
  const toggle = () =>
    // A toast reports the error.
    void edit.mutateAsync({ params: { id }, body: { isPaused: !isOff, version } }).catch(() => undefined);
  async function drop(): Promise<void> {
    if (!(await confirm({ title: `Delete the schedule “${name}”?`, confirm: 'Delete', danger: true })))
      return;
    await remove
      .mutateAsync({ params: { id } } as Args<(typeof scheduleRoutes)[ReportName]['remove']>)
      .catch(() => undefined);
  }
  return (
    <li className={`flex align-start between gap-3 ${classes.schedule}`}>
      <div className={`column min-w-0 text-sm secondary ${classes.scheduleText}`}>
        <span className={classes.scheduleName}>
          {name}
          {isPaused && <StatusBadge family="off" label="Paused" />}
          {stoppedBecause && <StatusBadge family="bad" label="Stopped" />}
        </span>
        <span>{recurrenceText(schedule)}</span>
        {stoppedBecause ? (
          <span>{stopTexts[stoppedBecause]}</span>
        ) : (
          !isPaused && <span>Next: {whenText(nextAt, { timeZone })}</span>
        )}
        {lastSentAt && <span>Last sent: {whenText(lastSentAt, { timeZone })}</span>}
      </div>
      <div className="flex gap-1 flex-none">
        <Button
          variant="default"
          size="xs"
          loading={edit.isPending}
          onClick={toggle}
          aria-label={`${isOff ? 'Resume' : 'Pause'} ${name}`}
        >
          {isOff ? 'Resume' : 'Pause'}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => void drop()}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
