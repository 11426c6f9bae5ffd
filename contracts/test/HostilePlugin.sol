// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Armed} from "./Hostile.sol";


/// A plugin of an Algebra pool that reports one fee, takes another, and attacks before and after
/// each swap.
contract HostilePlugin is Armed {
    /// Millionths of the amount sold.
    uint24 private immutable taken;

    constructor(uint24 taken_) {
        taken = taken_;
    }

    function getCurrentFee() external pure returns (uint16) {
        return 100;
    }

    function beforeSwap(address, address, bool, int256, uint160, bool, bytes calldata)
        external
        returns (bytes4, uint24, uint24)
    {
        _fire();
        return (this.beforeSwap.selector, taken, 0);
    }

    function afterSwap(address, address, bool, int256, uint160, int256, int256, bytes calldata)
        external
        returns (bytes4)
    {
        _fire();
        return this.afterSwap.selector;
    }
}
