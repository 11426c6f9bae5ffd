// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IExecutor} from "./ISettlement.sol";

/// @title Reads routes from calldata; each access is checked against the end of the calldata.
library Routes {
    bytes1 private constant BUY = 0x01;
    uint256 private constant AMOUNT_AT = 1;
    uint256 private constant STEPS_AT = 33;

    function isBuy(bytes calldata route) internal pure returns (bool) {
        return route.length != 0 && route[0] == BUY;
    }

    /// @param route 0x01 ++ amountOut ++ encoded
    /// @return amountOut of the output token
    /// @return encoded abi.encode(Step[])
    function purchase(bytes calldata route) internal pure returns (uint256 amountOut, bytes calldata encoded) {
        return (uint256(bytes32(route[AMOUNT_AT:STEPS_AT])), route[STEPS_AT:]);
    }

    /// @param encoded abi.encode(Step[])
    function steps(bytes calldata encoded) internal pure returns (IExecutor.Step[] calldata array) {
        assembly ("memory-safe") {
            let start := add(encoded.offset, calldataload(encoded.offset))
            array.length := calldataload(start)
            array.offset := add(start, 32)
        }
    }
}
