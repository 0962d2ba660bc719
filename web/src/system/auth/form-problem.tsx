import classes from './signed-out.module.css';

/** Shows an error inside the form, because a toast may disappear before the user has read it. */
export const FormProblem = ({ message }: { message: string | null }) =>
  message && (
    <p role="alert" className={classes.problem}>
      {message}
    </p>
  );
