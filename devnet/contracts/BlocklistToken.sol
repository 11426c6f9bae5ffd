// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OpenMint, StandardCalls, TokenLedger} from "./DevToken.sol";

/// @title Rejects transfers from and to a blocked address. Anyone may block, so that a test or a
/// story can.
contract BlocklistToken is StandardCalls, OpenMint {
    string public name;
    string public symbol;
    mapping(address account => bool) public isBlocked;

    event BlockedChanged(address indexed account, bool blocked);

    error Blocked(address account);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(decimals_) {
        name = name_;
        symbol = symbol_;
    }

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
        emit BlockedChanged(account, blocked);
    }

    function _approve(address owner, address spender, uint256 value) internal override {
        _refuseBlocked(owner);
        _refuseBlocked(spender);
        super._approve(owner, spender, value);
    }

    function _transfer(address from, address to, uint256 value) internal override {
        _refuseBlocked(from);
        _refuseBlocked(to);
        super._transfer(from, to, value);
    }

    function _refuseBlocked(address account) private view {
        if (isBlocked[account]) revert Blocked(account);
    }
}
