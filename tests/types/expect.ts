// The two tools of type tests.

/** Whether two types are the same, not only assignable to each other. */
export type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles only for `true`. */
export type Expect<Truth extends true> = Truth;
