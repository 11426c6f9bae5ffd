// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IExecutor} from "./ISettlement.sol";

/// @title Reads routes where they lie; each access is checked against the end of the calldata.
library Routes {
    bytes1 private constant BUY = 0x01;

    function isBuy(bytes calldata route) internal pure returns (bool) {
        return route.length != 0 && route[0] == BUY;
    }

    /// @param data abi.encode(Step[])
    function steps(bytes calldata data) internal pure returns (IExecutor.Step[] calldata array) {
        assembly ("memory-safe") {
            let start := add(data.offset, calldataload(data.offset))
            array.length := calldataload(start)
            array.offset := add(start, 32)
        }
    }

    /// @param route 0x01 ++ abi.encode(BuyPath[])
    function paths(bytes calldata route) internal pure returns (IExecutor.BuyPath[] calldata array) {
        assembly ("memory-safe") {
            let data := add(route.offset, 1)
            let start := add(data, calldataload(data))
            array.length := calldataload(start)
            array.offset := add(start, 32)
        }
    }
}
