import { useOnline } from '../core/connection.ts';
import classes from './banner.module.css';

export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && <p className={classes.banner}>You are offline. What you see may be out of date.</p>}
    </div>
  );
}
