import { Button, CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { closeNotice, type Notice, useNotices } from '../../core/notice.tsx';
import classes from './toasts.module.css';

/** Rendered once, by the app; shows the messages of `tellSuccess`, `tellError` and `offerUndo`. */
export function Toasts() {
  const notices = useNotices();
  // A toast under the pointer or with keyboard focus is being read.
  const [isRead, setRead] = useState(false);
  // The pointer leaves nothing that has gone by itself.
  if (isRead && notices.length === 0) setRead(false);
  return (
    <section
      className={`column gap-2 ${classes.stack}`}
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      {notices.map((notice) => (
        // Another length of stay is another toast, whose time begins anew.
        <Toast key={`${notice.id} ${notice.ms}`} notice={notice} isHeld={isRead} />
      ))}
    </section>
  );
}

function Toast({ notice, isHeld }: { notice: Notice; isHeld: boolean }) {
  const { id, ms, kind, message, action } = notice;
  useEffect(() => {
    if (ms === null || isHeld) return;
    const timer = setTimeout(() => closeNotice(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms, isHeld]);
  return (
    <div
      className={`row gap-2 text-sm ${classes.toast}`}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : undefined}
    >
      <span className="grow min-w-0 break-anywhere">{message}</span>
      {action && (
        <Button
          size="compact-sm"
          variant={kind === 'done' ? 'light' : 'subtle'}
          color={kind === 'done' ? 'teal' : 'gray'}
          className="flex-none"
          onClick={action.run}
        >
          {action.label}
        </Button>
      )}
      <CloseButton aria-label="Close" iconSize={16} onClick={() => closeNotice(id)} />
    </div>
  );
}
