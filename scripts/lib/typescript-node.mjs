/**
 * Program and flags that run a TypeScript file. Node strips types in the service's image. An older
 * Node needs tsx, which names every function at creation and makes prices a third slower.
 */
export const THIS_NODE = [process.execPath, ...(process.features.typescript ? [] : ['--import', 'tsx'])]
