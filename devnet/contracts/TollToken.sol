// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OpenMint, StandardCalls, TokenLedger} from "./DevToken.sol";

/// @title Burns one percent of every transfer, so that less arrives than was sent.
contract TollToken is StandardCalls, OpenMint {
    uint256 public constant TOLL_BPS = 100;

    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(decimals_) {
        name = name_;
        symbol = symbol_;
    }

    function _transfer(address from, address to, uint256 value) internal override {
        uint256 toll = (value * TOLL_BPS) / 10_000;
        super._transfer(from, to, value);
        balanceOf[to] -= toll;
        totalSupply -= toll;
        emit Transfer(to, address(0), toll);
    }
}
