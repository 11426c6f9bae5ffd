export declare function acceptUndefined(code: string, file: string): string
