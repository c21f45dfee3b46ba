/** How long things may take by the settings of a cell, and by how much its judge exceeds that, ms. */
export interface Patience {
  readonly diagnosticTimeout: number;
  readonly firstTouchTimeout: number;
  readonly navigationTimeout: number;
  /** Whether the session uses a shared service. */
  readonly share?: boolean;
  /** The product's own waits are bounded; what else runs on the machine is not. */
  readonly slack: number;
}

/** Edits wait so little that a fault which costs a whole time-out does not cost the matrix an hour. */
export const SHORT: Patience = {
  diagnosticTimeout: 1500,
  firstTouchTimeout: 4000,
  navigationTimeout: 4000,
  slack: 2000,
};

/** By when something has to be over, ms from its beginning. */
export interface Bounds {
  /**
   * An edit (REQ-TIME-010, REQ-TIME-030): the longer time-out, and by how much it is overrun before
   * a service is taken to hang.
   */
  readonly edit: number;
  /** A hook besides: for a service that still starts, and its own promise. */
  readonly hook: number;
  readonly navigation: number;
  /** The end of a session: 2 s for the sidecar (REQ-LIFE-050), and what a bridge takes besides. */
  readonly close: number;
  /** How long programs go on after one that they need has died silently; a shared service stays for 5 s. */
  readonly leftOver: number;
  /**
   * Status knows of an end as soon as the kernel has told of it; of the end of a pipe alone 200 ms
   * later, since the exit that usually follows is the better reason. It is asked until then, and
   * has to be right at once if it says that all is well.
   */
  readonly status: number;
}

export function boundsOf({
  diagnosticTimeout,
  firstTouchTimeout,
  navigationTimeout,
  share = false,
  slack,
}: Patience): Bounds {
  const edit = Math.max(firstTouchTimeout, diagnosticTimeout) + 1000 + slack;
  return {
    edit,
    hook: edit + firstTouchTimeout + 2000,
    navigation: navigationTimeout + 2500 + slack,
    close: 2500 + slack,
    leftOver: (share ? 6000 : 1000) + slack,
    status: 200 + slack / 2,
  };
}
