import { useConnection } from '../../core/wire/connection.ts';
import classes from './banner.module.css';

const texts = {
  online: undefined,
  offline: 'You’re offline. What you see might be out of date.',
  unreachable: 'Can’t reach Aisle. Retrying…',
};

export function OfflineBanner() {
  const text = texts[useConnection()];
  return <div role="status">{text && <p className={`${classes.banner} ${classes.offline}`}>{text}</p>}</div>;
}
