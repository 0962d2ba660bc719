import classes from './signed-out.module.css';

/** What was refused, where somebody is looking: a toast is gone before everybody has read it. */
export const FormProblem = ({ message }: { message: string | null }) =>
  message && (
    <p role="alert" className={classes.problem}>
      {message}
    </p>
  );
