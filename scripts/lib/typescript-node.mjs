/**
 * Program and flags that run a TypeScript file. By Node alone where it strips types, as in the service's image: an older one has tsx do
 * it, which names each function as it is made, and a price takes a third longer.
 */
export const THIS_NODE = [process.execPath, ...(process.features.typescript ? [] : ['--import', 'tsx'])]
