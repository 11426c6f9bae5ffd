export const THIS_NODE: readonly [program: string, ...flags: string[]]
